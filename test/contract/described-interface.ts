// The interface as it is now, in the form of interface.json.
import * as formats from '../../src/contract/formats.js';
import * as contract from '../../src/contract/index.js';
import { uuid } from '../../src/contract/uuid.js';
import { described } from './described.js';

export const describedInterface = () => described({ ...contract, ...formats, uuid });
