import { ask, settle } from './team-backend.js';
import { tryTo } from './trouble.js';

const box = document.querySelector('#outcome');

/** Asks the server how a session ended and shows it; rejects, and says why, where the server refuses. */
export async function showOutcome(result) {
  box.hidden = true;
  const report = await tryTo(settle(result));
  const providers = await tryTo(ask('GET', 'providers'));
  const name = providers.find(({ slug }) => slug === report.provider)?.name;
  const [what, why] = {
    success: [`${name} is connected`, 'This demo’s server has asked the service.'],
    pending_confirmation: [
      `${name} waits for confirmation`,
      'This demo’s server has a minute to confirm it.',
    ],
  }[report.state] ?? ['Nothing is connected', 'Nothing was shared.'];
  // Why it ended early is for words only, so that the browser’s word is good enough.
  const reason = report.connected ? null : (report.error_type ?? result.error_type);
  box.querySelector('strong').textContent = what;
  box.querySelector('p').textContent = reason ? `${why} (${reason})` : why;
  box.dataset.state = report.state;
  box.hidden = false;
  return report;
}
