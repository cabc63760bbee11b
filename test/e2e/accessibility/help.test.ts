// A page's own help for a provider, if the form is not in that page. The bridge carries it to the hosted page.
import assert from 'node:assert/strict';
import type { Stage, Props } from '../screens/stage.js';
import { beforeAll, describe, it } from '../test.js';
import { unlessGone } from '../waiting.js';

const help = {
  xenon_pump: {
    instructions: 'Use the <b>login</b> of your pump.',
    usernameLabel: 'Pump name',
    passwordLabel: 'PIN',
    forgotUrl: 'https://xenon.example/forgot',
    regions: { eu: 'Europe and Africa', us: 'The Americas' },
  },
};

describe('help for a provider', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  for (const mode of ['frame', 'window'])
    it(`reaches the form in a ${mode}`, async () => {
      const play = async ({ page, open, ui }: Props) => {
        await open({
          attributes: { mode, provider: 'xenon_pump' },
          script: `link.help = ${JSON.stringify(help)};
            link.addEventListener('svc-success', () => (window.linked = true));`,
        });
        const opened = mode === 'window' && page.waitForEvent('popup');
        await ui.button('Connect a device or app').click();
        const widget = ((await opened) || page.frameLocator('svc-link iframe')).locator('svc-link');

        await widget.getByText('Use the <b>login</b> of your pump.').waitFor();
        const region = widget.getByLabel('Region');
        assert.deepEqual(await region.locator('option').allTextContents(), [
          'Choose a region',
          'Europe and Africa',
          'The Americas',
        ]);
        const forgot = widget.getByRole('link', { name: /^Forgot/ });
        assert.equal(await forgot.getAttribute('href'), help.xenon_pump.forgotUrl);
        await region.selectOption('eu');
        await widget.getByLabel('Pump name').fill('ok@example.com');
        await widget.getByLabel('PIN', { exact: true }).fill('good-one');
        // The window closes by itself, perhaps before the key is released.
        await widget.getByLabel('PIN', { exact: true }).press('Enter').catch(unlessGone);
        await page.waitForFunction(() => window.linked);
      };
      await stage.play({ play }, async () => {});
    });
});
