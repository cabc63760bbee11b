// The page of a webhook's deliveries.
import { Confirm } from '../pieces/confirm.js';
import { DeliveriesView } from '../views/deliveries.js';

export const elements = { 'console-confirm': Confirm, 'console-deliveries': DeliveriesView };
