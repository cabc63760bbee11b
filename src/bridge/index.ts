// The messages between the page, the hosted page and its windows. No requests to the service, no rendering.
export { converse, type Conversation, type Handover } from './conversation.js';
export * from './forwarded.js';
export * from './hosted-form.js';
export * from './hosted-message.js';
export * from './link-settings.js';
export * from './opener.js';
export * from './popup.js';
export { protocolVersion } from './protocol.js';
export { readMessage } from './read-message.js';
export * from './severed.js';
export * from './webview.js';
export * from './widget-message.js';
