// Before anything is drawn: the theme that was chosen last. Without one the system's is followed.
try {
  document.documentElement.dataset.theme = localStorage.getItem('docs-theme') ?? '';
} catch {
  // Storage is blocked.
}
