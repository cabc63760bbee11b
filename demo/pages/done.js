// The redirect URL of a link. It takes the result out of the address, has the server check it, and tells the page that
// plays the app.
import { showOutcome } from './outcome.js';
import { takeReturn } from './way-back.js';

const { href } = location;
const back = takeReturn();
if (back) {
  const address = new URL(href);
  // The code is used up here.
  address.searchParams.delete('confirm_code');
  await showOutcome(back);
  new window.BroadcastChannel('svc-link-demo-app').postMessage({
    type: 'arrived',
    address: address.href,
    link_session_id: back.link_session_id,
  });
}
