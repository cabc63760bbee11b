// The buttons that copy code. VitePress's own way sets `innerHTML`, which the pages' policy forbids, and says nothing to who does not see it.
const shown = 2000;

/** Takes over the clicks on these buttons. `said` is a status of the page. */
export function takeOverCopies(said) {
  const copy = async (button) => {
    const code = button.parentElement.querySelector('code').textContent;
    const isCopied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    );
    said.textContent = isCopied ? 'Copied' : 'The browser did not let this page copy.';
    if (!isCopied) return;
    button.classList.add('copied');
    setTimeout(() => button.classList.remove('copied'), shown);
  };
  const onClick = (event) => {
    if (!event.target.matches('div[class*="language-"] > button.copy')) return;
    event.stopPropagation();
    void copy(event.target);
  };
  window.addEventListener('click', onClick, true);
}
