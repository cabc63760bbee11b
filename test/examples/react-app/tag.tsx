// React 19's own tag, hydrated, as in a page that a server renders.
import { hydrateRoot } from 'react-dom/client';
import 'svc-link/define';
import { tag } from './tag-view.js';

hydrateRoot(document.getElementById('root')!, tag);
