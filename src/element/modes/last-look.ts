import type { Answered, LinkSession } from '../../contract/index.js';
import type { LinkService } from '../../flow/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';

/**
 * Asks how an attempt ended that the person leaves. If it may be on a phone, the same request ends the phone's part: its answer
 * is final, because the phone connects nothing after that.
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
  // After that time nobody waits for the answer, but the request has to arrive.
  return Promise.race([service.ask(endHandoff, {}), late]);
}
