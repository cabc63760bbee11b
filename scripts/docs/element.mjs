// The tables of the element, from the manifest, with the details of events from the type checker.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { modes } from '../../src/element/attributes.ts';
import { code, table } from './table.mjs';
import { memberOf, membersNamed, membersOf, typeNamed } from './types.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { modules } = JSON.parse(readFileSync(path.join(root, 'custom-elements.json'), 'utf8'));
const element = modules
  .flatMap(({ declarations = [] }) => declarations)
  .find(({ tagName }) => tagName === 'svc-link');

const standards = { hostedUrl: '{base-url}/link/' };
const isSettable = ({ kind, static: isStatic }) => kind === 'field' && !isStatic;
const typeOf = ({ type: { text } }) =>
  text === 'Mode'
    ? modes.map((mode) => code(`'${mode}'`)).join(', ')
    : code(text.replace(/( \| (null|undefined))+$/, ''));

/** Both names if they differ; a property without an attribute says so. */
const namesOf = ({ name, attribute }) =>
  !attribute
    ? `${code(name)} (property)`
    : attribute === name
      ? code(name)
      : `${code(attribute)}, ${code(name)}`;

const events = typeNamed('SvcLinkEventMap');
const wholeDetailOf = (name) => membersOf(memberOf(memberOf(events, name).type, 'detail').type);
/** The fields that every detail has. The detail of `svc-open` has no others. */
const correlation = wholeDetailOf('svc-open');
const ownFields = new Set(membersNamed('PublicResult').map(({ name }) => name));
/** The detail's fields without those that every event has, except the fields that the result has too. */
const detailOf = (name) =>
  wholeDetailOf(name).filter(
    (field) =>
      correlation.every((each) => each.name !== field.name) ||
      (name === 'svc-success' && ownFields.has(field.name)),
  );

/** The fields of a type as rows. `?` marks a field that may be missing. */
export const fieldTable = (members) =>
  table(
    ['field', 'type', 'meaning'],
    members.map(({ name, optional, words, text }) => [
      code(optional ? `${name}?` : name),
      code(words.replace(/ \| undefined$/, '')),
      text,
    ]),
  );

const named = (list, nameOf = ({ name }) => code(name)) =>
  list.map((each) => [nameOf(each), each.description ?? 'The step of this name is shown.']);

export const elementTables = {
  attributes: () =>
    table(
      ['attribute, property', 'meaning', 'type', 'default'],
      element.members.filter(isSettable).map((member) => {
        const { name, description, default: standard } = member;
        return [
          namesOf(member),
          description,
          typeOf(member),
          code(standards[name] ?? (standard === 'null' ? '' : standard)),
        ];
      }),
    ),
  methods: () =>
    table(
      ['method', 'what it does'],
      element.members
        .filter(({ kind, static: ofClass }) => kind === 'method' && !ofClass)
        .map(({ name, description }) => [code(`${name}()`), description]),
    ),
  events: () =>
    table(
      ['event', 'when', '`event.detail`'],
      element.events.map(({ name, description }) => {
        const fields = detailOf(name).map((each) => each.name);
        const detail = name === 'svc-success' ? '[the result](#the-result)' : code(`{${fields.join(', ')}}`);
        return [`[\`${name}\`](#${name})`, description, detail];
      }),
    ),
  event: (name) => fieldTable(detailOf(name)),
  correlation: () => fieldTable(correlation),
  parts: () => table(['part', 'what it is'], named(element.cssParts)),
  slots: () => table(['slot', 'what it is'], named(element.slots)),
  states: () =>
    table(
      ['state', 'when'],
      named(element.cssStates, ({ name }) => code(`:state(${name})`)),
    ),
  variables: () =>
    table(
      ['variable', 'what it is', 'default'],
      element.cssProperties.map(({ name, description, default: standard = '' }) => [
        code(name),
        description,
        code(standard),
      ]),
    ),
};
