import { importing, type Load } from '../../loading/index.js';
import { adoptStyles } from '../adopt-styles.js';
import type { PhoneHost } from '../phone.js';
import { PartLoader } from './part-loader.js';

const from = (address: string) => import(/* @vite-ignore */ /* webpackIgnore: true */ address);

/** The parts behind the first screen that few people need. Each is a chunk of its own, which is loaded when it is needed. */
export function rareParts(host: PhoneHost) {
  const { link, state } = host;
  const rare = <Module, Part>(load: Load<Module>, create: (module: Module) => Part) =>
    new PartLoader(link, importing(load, from), create);
  return {
    choice: rare(
      () => import('../choice.js'),
      ({ Choice }) => new Choice(link, state().provider),
    ),
    phone: rare(
      () => import('../phone.js'),
      ({ createPhone }) => createPhone(host),
    ),
    question: rare(
      () => import('../disconnect.js'),
      (part) => {
        adoptStyles(link.renderRoot, part.disconnectStyles);
        return part;
      },
    ),
    receipt: rare(
      () => import('../receipt.js'),
      ({ Receipt }) => new Receipt(link),
    ),
    refusals: rare(
      () => import('../refusals.js'),
      ({ enRefusals }) => enRefusals,
    ),
    renewal: rare(
      () => import('../renewal.js'),
      (renewal) => renewal,
    ),
  };
}
