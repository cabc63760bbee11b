import { renderToString } from 'react-dom/server';
import { view } from './view.js';

console.log(renderToString(view({ baseUrl: 'https://link.example.com', linkToken: 'lt_secret' })));
