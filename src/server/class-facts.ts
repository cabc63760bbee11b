// Facts about the element's class, for servers that cannot load the class. The class itself provides them while the package is
// built, like `first-screen.ts`.
import { SvcLink } from '../element/index.js';

export const { version } = SvcLink;

export const propertyNames = Object.keys(SvcLink.properties);

/** The error message of `SvcLink.open()` if there is no page. */
export const noPage = await SvcLink.open({}).then(String, ({ message }: TypeError) => message);
