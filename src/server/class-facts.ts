// What servers know of the element's class where they cannot have it, told by the class itself while the package is built, as
// `first-screen.ts` is.
import { SvcLink } from '../element/index.js';

export const { version } = SvcLink;

export const propertyNames = Object.keys(SvcLink.properties);

/** What `SvcLink.open()` says where there is no page. */
export const noPage = await SvcLink.open({}).then(String, ({ message }: TypeError) => message);
