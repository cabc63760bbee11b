// Which way imports point, types and dynamic imports included. `npm run lint:imports` names every import that does not.

/** Which rooms of src a room may import from, by their doors, and which packages. */
const src = {
  contract: { rooms: [], packages: ['zod'] },
  loading: { rooms: [], packages: [] },
  client: { rooms: ['contract'], packages: [] },
  webhooks: { rooms: ['contract'], packages: [] },
  flow: { rooms: ['contract'], packages: [] },
  bridge: { rooms: ['contract', 'flow'], packages: ['zod'] },
  messages: { rooms: ['contract', 'loading'], packages: [] },
  element: {
    rooms: ['contract', 'loading', 'client', 'flow', 'bridge', 'messages'],
    // lean-qr is bundled into the chunk of the phone (docs/decisions/0013-a-code-for-the-phone.md).
    packages: ['lit', 'lit-html', '@lit', '@floating-ui', 'lean-qr'],
  },
  testing: { rooms: ['contract', 'flow', 'element'], packages: [] },
  // The element's own styles and languages, which a server sends as text: first-styles.ts and languages.ts.
  server: { rooms: ['element', 'messages'], packages: ['lit'] },
  react: { rooms: ['element'], packages: ['react', '@types/react'] },
  hosted: {
    rooms: ['contract', 'loading', 'client', 'flow', 'bridge', 'messages', 'element'],
    packages: [],
  },
};

/** The rooms of src/flow, and from which others they may import, by their doors. */
const flow = { state: [], transition: ['state'], runner: ['state', 'transition'] };

/** The parts that stand apart, and what of the package they use, as its users do. */
const apart = {
  '^service/src/': ['contract'],
  // It also uses a folder of src that is not an entry of the package, because that folder is only for browsers.
  '^service/console/': ['client', 'contract', 'src/loading'],
  '^examples/': ['index', 'define', 'client', 'webhooks', 'react', 'server', 'testing'],
  '^demo/': ['index', 'define', 'client', 'webhooks', 'testing'],
};

/** The rooms of the service that know no domain, the lowest first: each imports from those before it only. */
const floors = ['context', 'metrics', 'traces', 'db', 'http', 'work', 'crypto', 'outbound', 'jobs'];

const oneOf = (names) => `(?:${names.join('|')})`;

const forbidden = [
  { name: 'no-ring', from: {}, to: { circular: true } },
  ...Object.entries(src).flatMap(([room, { rooms, packages }]) => [
    {
      name: `rooms-of-${room}`,
      from: { path: `^src/${room}/` },
      to: {
        path: '^(src|service|demo|test|scripts|bench|examples)/',
        pathNot: [
          `^src/${room}/`,
          `^src/${oneOf([...rooms, '-'])}/index\\.ts$`,
          '^src/version\\.ts$',
          ...(room === 'server' ? ['^src/(?:element/first-styles|messages/languages)\\.ts$'] : []),
          ...(room === 'contract' || room === 'bridge' ? ['^src/zod-subset\\.ts$'] : []),
        ],
      },
    },
    {
      name: `packages-of-${room}`,
      from: { path: `^src/${room}/` },
      to: { path: 'node_modules/', pathNot: packages.map((name) => `node_modules/${name}/`).concat('^-$') },
    },
  ]),
  {
    name: 'types-of-the-flow',
    comment: 'The messages know the port that they serve, and run nothing of the flow.',
    from: { path: '^src/bridge/' },
    to: { path: '^src/flow/', dependencyTypesNot: ['type-only'] },
  },
  ...Object.entries(flow).map(([room, rooms]) => ({
    name: `rooms-of-flow-${room}`,
    from: { path: `^src/flow/${room}/` },
    to: {
      path: '^src/flow/',
      pathNot: [
        `^src/flow/${room}/`,
        `^src/flow/${oneOf([...rooms, '-'])}/index\\.ts$`,
        '^src/flow/problems\\.ts$',
      ],
    },
  })),
  ...Object.entries(apart).map(([path, doors]) => ({
    name: `package-as-used-by-${path.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`,
    from: { path },
    to: {
      path: '^(?:dist|src)/',
      pathNot: doors.map((door) =>
        door.startsWith('src/')
          ? `^${door}/index\\.ts$`
          : `^dist/${door === 'index' || door === 'define' ? door : `${door}/index`}\\.`,
      ),
    },
  })),
  {
    name: 'door-of-a-room',
    comment: 'A room of the service is entered by its index.ts.',
    from: { path: '^service/src/([^/]+)/' },
    to: { path: '^service/src/[^/]+/', pathNot: ['^service/src/$1/', '^service/src/[^/]+/index\\.ts$'] },
  },
  ...floors.map((floor, at) => ({
    name: `floor-${floor}`,
    from: { path: `^service/src/${floor}/` },
    to: { path: '^service/src/', pathNot: [`^service/src/${oneOf(floors.slice(0, at + 1))}/`] },
  })),
  {
    name: 'adapters-are-pure',
    comment:
      'What is known of real providers needs no database, no network and no other room but the calendar.',
    from: { path: '^service/src/adapters/' },
    to: { path: '^service/src/|node_modules/', pathNot: ['^service/src/(?:adapters|work)/', '/zod/'] },
  },
  {
    name: 'adapters-need-nothing-of-node',
    comment: 'Signatures need its hashes.',
    from: { path: '^service/src/adapters/' },
    to: { dependencyTypes: ['core'], pathNot: ['^(?:node:)?crypto$'] },
  },
  {
    name: 'server-last',
    comment: 'What puts the service together is imported by nobody but the command line.',
    from: { path: '^service/src/', pathNot: '^service/src/(?:server|cli)/|^service/src/main\\.ts$' },
    to: { path: '^service/src/(?:server|cli)/' },
  },
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '/(?:dist|node_modules/\\.cache|public)/' },
    doNotFollow: { path: ['node_modules', '^dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
