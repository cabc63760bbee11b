// A widget in place is empty once it is left. The page around it has the way back.
import { assertOneExit, widgetOn } from '../e2e/widget.ts';

/** Leaves by the X and comes back by the page's own button, with the focus there and back. Takes what was told of it out of `events`. */
export async function comesBack(page, { events }) {
  const widget = widgetOn(page);
  await widget.sees('Choose a device or app');
  await widget.button('Close').click();
  await page
    .getByRole('button', { name: 'Connect a device', exact: true })
    .and(page.locator(':focus'))
    .waitFor();
  const status = page.getByRole('status');
  await status.getByText('Nothing was connected.', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await widget.sees('Choose a device or app');
  await page.locator('svc-link:focus').waitFor();
  await status.getByText('Choose what to connect.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Connect a device', exact: true }).waitFor({ state: 'hidden' });
  assertOneExit(events.splice(0), 'cancelled');
}
