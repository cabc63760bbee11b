// The buttons that copy code. VitePress's own code sets `innerHTML`, which the pages' policy forbids, and tells people who
// use a screen reader nothing.
const shown = 2000;

/** Handles the clicks on these buttons instead. `said` is an element of the page with the role `status`. */
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
