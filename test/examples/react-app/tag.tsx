// The tag of React 19 itself, hydrated: as a page writes it whose server renders it, too.
import { hydrateRoot } from 'react-dom/client';
import 'svc-link/define';
import { tag } from './tag-view.js';

hydrateRoot(document.getElementById('root')!, tag);
