import { renderSkeleton, type SkeletonOptions } from './render-skeleton.js';

/** The opening tag, unless it has a skeleton already, and the attributes in it: a quoted value may hold any sign. */
const tags = /<svc-link((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>(?!<template shadowrootmode)/gi;
const attributes = /([^\s=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g;

/** Whether the widget stands in the page itself: in other modes there is only a button until it opens. */
function isInPlace(written: string): boolean {
  for (const [, name, value = ''] of written.matchAll(attributes))
    if (name?.toLowerCase() === 'mode') return value.replace(/["']/g, '').trim() === 'inline';
  return true;
}

/**
 * Puts the skeleton into each `<svc-link>` of a page, or of a part of one, that is in place: for a framework that shows what
 * it sends to nobody but the browser's parser. In a bundle for browsers the page is answered as it is.
 */
export const insertSkeleton = (html: string, options?: SkeletonOptions): string =>
  html.replace(tags, (tag: string, written: string) =>
    isInPlace(written) ? tag + renderSkeleton(options) : tag,
  );
