// What a page does with a dialog or a popover: say where its token comes from. The button in the `trigger`
// slot opens it.
import { logEvents } from './event-log.js';
import { copyOnPress } from './magic-names.js';
import { ask } from './team-backend.js';

const link = document.querySelector('svc-link');
link.tokenProvider = async () => (await ask('POST', 'link-token')).link_token;

// dialog.html?provider=quartz_scale&theme=dark&dir=rtl
const query = new URLSearchParams(location.search);
link.provider = query.get('provider');
document.documentElement.dataset.theme = query.get('theme') ?? '';
document.documentElement.dir = query.get('dir') || 'ltr';

logEvents(link, document.querySelector('.log'), document.querySelector('#clear'));
copyOnPress(document.querySelector('.names'), document.querySelector('#copied'));
