import { renderToString } from 'react-dom/server';
import { tag } from './tag-view.js';

console.log(renderToString(tag));
