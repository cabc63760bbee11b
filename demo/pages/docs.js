// What a page of the documentation can do beside being read: copy, search, change its theme.
import { searchIn } from './docs-search.js';

const said = document.querySelector('#said');
const root = document.documentElement;

for (const block of document.querySelectorAll('.code')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'copy',
    textContent: 'Copy',
  });
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Not allowed';
    said.textContent = copied ? 'Copied' : 'The browser did not let this page copy.';
    button.addEventListener('blur', () => (button.textContent = 'Copy'), { once: true });
    button.addEventListener('pointerleave', () => (button.textContent = 'Copy'), { once: true });
  });
  block.append(button);
}

const theme = document.querySelector('#theme');
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (root.dataset.theme || (prefersDark.matches ? 'dark' : 'light')) === 'dark';
const showTheme = () => theme.setAttribute('aria-pressed', String(isDark()));
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('docs-theme', root.dataset.theme);
  } catch {
    // Storage is blocked: the theme holds for this page.
  }
  showTheme();
});
prefersDark.addEventListener('change', showTheme);
showTheme();
theme.hidden = false;

// The contents lie over the page on a narrow screen; a link to a place in this page closes them.
const contents = document.querySelector('#contents');
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
});

// In a long list the page that is open is in sight.
const here = contents.querySelector('[aria-current]');
if (here?.offsetTop > contents.clientHeight / 2)
  contents.scrollTop = here.offsetTop - contents.clientHeight / 3;

searchIn(document.querySelector('#find'), document.querySelector('#found'), said);
