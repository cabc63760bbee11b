// What a screen reader knows of a page: the accessibility tree as lines in reading order, and the announcements.

import type { CDPSession, Page } from '@playwright/test';

/** Roles that contain other nodes and are announced themselves. */
const containers = ['region', 'dialog', 'alertdialog', 'main', 'search', 'list', 'listitem'];
/** Roles that are announced as one, with all of their content. */
const leaves = [
  'heading',
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'progressbar',
  'image',
  'Iframe',
];
/** How many items of a long list are written down. */
const most = 2;

const axNodes = async (cdp: CDPSession) => (await cdp.send('Accessibility.getFullAXTree')).nodes;
type AXNode = Awaited<ReturnType<typeof axNodes>>[number];

const states = ({ properties = [] }: AXNode, value: string) => {
  const has = Object.fromEntries(properties.map(({ name, value }) => [name, value.value]));
  return [
    has.required && 'required',
    has.invalid === 'true' && 'invalid',
    has.disabled && 'waits',
    has.pressed && (has.pressed === 'true' ? 'pressed' : 'not pressed'),
    has.expanded !== undefined && (has.expanded ? 'open' : 'closed'),
    has.modal && 'modal',
    value && `holds "${value}"`,
  ].filter(Boolean);
};

/** The tree of the page as lines, such as `heading 2 "Choose a device or app"`. */
export async function readPage(cdp: CDPSession) {
  const nodes = await axNodes(cdp);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const childrenOf = ({ childIds = [] }: AXNode) => childIds.flatMap((id) => byId.get(id) ?? []);
  const lines: string[] = [];
  let text = '';
  const flush = (depth: number) => {
    if (text.trim()) lines.push(`${'  '.repeat(depth)}${text.replace(/\s+/g, ' ').trim()}`);
    text = '';
  };
  const property = (node: AXNode | undefined, name: string) =>
    node?.properties?.find((each) => each.name === name)?.value.value;

  /** Whether changes within the node are announced. */
  const isLiveRoot = (node: AXNode) => property(node, 'live') !== undefined;

  const lineOf = (node: AXNode) => {
    const role = isLiveRoot(node) ? `live ${property(node, 'live')}` : node.role!.value;
    const name = node.name?.value;
    const items = childrenOf(node).filter(({ role }) => role?.value === 'listitem');
    const size = property(items[0], 'setsize') ?? items.length;
    return [
      [role, property(node, 'level') && role === 'heading' && property(node, 'level'), name && `"${name}"`]
        .filter(Boolean)
        .join(' '),
      ...(role === 'list' ? [size === 1 ? '1 item' : `${size} items`] : []),
      ...states(node, role === 'combobox' || role.endsWith('box') ? node.value?.value : ''),
      ...(node.description?.value ? [node.description.value] : []),
    ].join(', ');
  };

  const walk = (node: AXNode, depth: number, isInline: boolean) => {
    const role = node.role?.value;
    if (role === 'StaticText') {
      text += node.name!.value;
      return;
    }
    const children = childrenOf(node);
    const isLeaf = leaves.includes(role);
    const isLive = isLiveRoot(node);
    const isContainer = containers.includes(role) || isLive;
    // Strong text is a title, so it is on its own line.
    const isBlock = !isInline || role === 'strong';
    if (isBlock || isLeaf || isContainer) flush(depth);
    if (isLeaf) {
      lines.push('  '.repeat(depth) + lineOf(node));
      return;
    }
    // An empty container is not announced.
    const within = isContainer && role !== 'listitem' ? depth + 1 : depth;
    if (within > depth && children.length > 0) lines.push('  '.repeat(depth) + lineOf(node));
    const mixed = children.some((child) => child.role?.value === 'StaticText');
    let items = 0;
    for (const child of children) {
      if (child.role?.value === 'listitem' && (items += 1) > most) continue;
      walk(child, within, mixed);
    }
    if (items > most) lines.push(`${'  '.repeat(within)}…`);
    if (isBlock || isContainer) flush(within);
  };
  walk(nodes[0], 0, false);
  return lines;
}

/** Records in `window.told` what gets the focus in the widget, and what its status node says. */
export const recordTold = (page: Page) =>
  page.evaluate(() => {
    window.told = [];
    const roles: Record<string, string> = {
      h2: 'heading',
      button: 'button',
      a: 'link',
      input: 'field',
      select: 'field',
    };
    const roleOf = (element: Element) =>
      element.getAttribute('role') ?? roles[element.localName] ?? element.localName;
    // Only fields have labels.
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      '';
    document.querySelector('svc-link')!.shadowRoot!.addEventListener('focusin', ({ target }) => {
      // Only elements get the focus.
      const element = target as Element;
      window.told.push(
        `The focus is on the ${roleOf(element)} "${nameOf(element).replace(/\s+/g, ' ').trim()}".`,
      );
    });
    const hear = (records: MutationRecord[]) => {
      for (const { target } of records) {
        const status = (target instanceof Element ? target : target.parentElement)?.closest(
          'svc-link > [aria-live]',
        );
        if (status?.textContent) window.told.push(`It says: "${status.textContent}"`);
      }
    };
    new window.MutationObserver(hear).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

/** What was recorded since the last call. */
export const takeTold = (page: Page) => page.evaluate(() => window.told.splice(0));
