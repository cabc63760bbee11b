import { ask } from './ask.js';
import { settle } from './team-backend.js';
import { tryTo } from './trouble.js';

const box = document.querySelector('#outcome');

function show(state, what, why) {
  box.querySelector('strong').textContent = what;
  box.querySelector('p').textContent = why;
  box.dataset.state = state;
  box.hidden = false;
}

/** Asks the server how a session ended, shows the outcome and returns it. If the server refuses, shows and returns why. */
export async function showOutcome(result) {
  box.hidden = true;
  let report;
  try {
    report = await settle(result);
  } catch ({ message }) {
    show('refused', 'Nothing is connected', message);
    return { message };
  }
  const providers = await tryTo(ask('GET', 'providers'));
  const name = providers.find(({ slug }) => slug === report.provider)?.name;
  const [what, why] = {
    success: [`${name} is connected`, 'This demo’s server has asked the service.'],
    pending_confirmation: [
      `${name} waits for confirmation`,
      'This demo’s server has a minute to confirm it.',
    ],
  }[report.state] ?? ['Nothing is connected', 'Nothing was shared.'];
  // The reason of an early end is only used for words, so the browser’s report is good enough.
  const reason = report.connected ? null : (report.error_type ?? result.error_type);
  show(report.state, what, reason ? `${why} (${reason})` : why);
  return report;
}
