import { renderToString } from 'react-dom/server';
import { hookView, view } from './view.js';

console.log(renderToString(hookView({ baseUrl: 'https://link.example.com', linkToken: 'lt_secret' })));
console.log(renderToString(view({ baseUrl: 'https://link.example.com', linkToken: 'lt_secret' })));
