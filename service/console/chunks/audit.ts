// The page of the audit log, which few people open.
import { AuditView } from '../views/audit.js';

export const elements = { 'console-audit': AuditView };
