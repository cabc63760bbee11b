// The page of bulk operations, which few people open.
import { BulkView } from '../views/bulk.js';

export const elements = { 'console-bulk': BulkView };
