// What a page does with a widget that a button opens: set where its token comes from, and ask its own server
// how the link ended. The button in the `trigger` slot opens the widget in any mode.
import { logEvents } from './event-log.js';
import { copyOnPress } from './magic-names.js';
import { showOutcome } from './outcome.js';
import { fetchToken } from './team-backend.js';
import { tryTo } from './trouble.js';
import { takeReturn } from './way-back.js';

const link = document.querySelector('svc-link');
const back = takeReturn();

link.addEventListener('svc-success', ({ detail }) => {
  // The result from the address is shown below.
  if (detail.link_session_id !== back?.link_session_id) void showOutcome(detail);
});

// window.html?provider=quartz_scale&theme=dark&dir=rtl&confirm=host, or &multiple=on&manage=on
const query = new URLSearchParams(location.search);
link.provider = query.get('provider');
document.documentElement.dataset.theme = query.get('theme') ?? '';
document.documentElement.dir = query.get('dir') || 'ltr';

logEvents(link, document.querySelector('.log ol'), document.querySelector('#clear'));
copyOnPress(document.querySelector('.names'), document.querySelector('#copied'));

// redirect.html?state=success&link_session_id=…: the person is back from the service's page. With that session's own
// token the element reads how the link ended, and dispatches the events.
if (back) {
  await showOutcome(back);
  link.linkToken = await tryTo(fetchToken({ link_session_id: back.link_session_id }));
}
link.tokenProvider = () => tryTo(fetchToken());
