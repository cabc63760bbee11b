// What code knows of the work it is part of, without a parameter. It knows no other room.
export { AsyncVariable } from './async-variable.js';
