// The problems that keep a run from beginning: every button of their screen leads somewhere.
import { linkErrorTypes, ownProblemCodes } from '../../src/contract/index.js';
import { appears, cleanUp, fakeService, mount, next, part, text } from './harness.js';

const start = '/v2/link/start';

for (const mode of ['inline', 'frame'] as const)
  describe(`a problem that prevents the start of a run (${mode})`, () => {
    const { warn } = console;
    let service: ReturnType<typeof fakeService>;
    beforeEach(() => (console.warn = () => {}));
    const leave = (): void => {
      cleanUp();
      service.restore();
    };
    afterEach(() => {
      leave();
      console.warn = warn;
    });

    /** Shows the problem. Returns its buttons, without those that have to wait. */
    async function shown(code: string) {
      service = fakeService({ [start]: { status: 409, body: { detail: { error_type: code } } } });
      const link = mount({ mode });
      link.show();
      const screen = await appears(link, () => part(link, 'problem'));
      const buttons = [...screen.querySelectorAll('button')];
      return { link, buttons: buttons.filter(({ ariaDisabled }) => ariaDisabled !== 'true') };
    }

    for (const code of [...linkErrorTypes, ...ownProblemCodes, 'moon_phase'])
      it(`offers only actions that lead somewhere: ${code}`, async () => {
        const names = (await shown(code)).buttons.map(text);
        for (const name of names) {
          leave();
          const { link, buttons } = await shown(code);
          const follows = [next(link, 'svc-step'), next(link, 'svc-exit'), service.asked(start)];
          buttons.find((each) => text(each) === name)!.click();
          await Promise.race(follows);
        }
      });
  });
