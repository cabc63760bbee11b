import type { Answered, LinkSession } from '../../contract/index.js';
import type { LinkService } from '../../flow/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';

/**
 * What became of a try that is left. A phone is sent away by the same request, whose answer is final: it connects nothing
 * after that.
 */
export function lookOnce(
  { endHandoff, lastLook }: LaterSteps,
  service: LinkService,
  mayBeOnPhone: boolean,
): Promise<Answered<LinkSession>> {
  const signal = AbortSignal.timeout(lastLook * 1000);
  if (!mayBeOnPhone) return service.state(signal);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the service took too long')));
  });
  // Nobody waits any longer for the answer, but the request is to arrive.
  return Promise.race([service.ask(endHandoff, {}), late]);
}
