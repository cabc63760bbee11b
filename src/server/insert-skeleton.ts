import { renderSkeleton, type SkeletonOptions } from './render-skeleton.js';

/** What is text for the browser's parser, whatever it looks like: to its end, or to that of the page. */
const text =
  /<!--(?:-?>|[^]*?(?:--!?>|$))|<(script|style|textarea|title)(?=[\s/>])[^]*?(?:<\/\1(?=[\s/>])|$)/;
/** The opening tag, unless it has a skeleton already, and the attributes in it: a quoted value may hold any sign. */
const tag = /<svc-link((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>(?!<template shadowrootmode)/;
const textsAndTags = new RegExp(`${text.source}|${tag.source}`, 'gi');
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
  html.replace(textsAndTags, (found: string, _name: string | undefined, written: string | undefined) =>
    written !== undefined && isInPlace(written) ? found + renderSkeleton(options) : found,
  );
