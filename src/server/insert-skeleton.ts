import { renderSkeleton, type SkeletonOptions } from './render-skeleton.js';

/** Parts of a page that the browser's parser reads as text, even if they contain tags: up to their end or the page's end. */
const text =
  /<!--(?:-?>|[^]*?(?:--!?>|$))|<(script|style|textarea|title)(?=[\s/>])[^]*?(?:<\/\1(?=[\s/>])|$)/;
/** The opening tag with its attributes, unless it has a skeleton already. A quoted value may hold any character. */
const tag = /<svc-link((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>(?!<template shadowrootmode)/;
const textsAndTags = new RegExp(`${text.source}|${tag.source}`, 'gi');
const attributes = /([^\s=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g;

/** Whether the widget is inline. In other modes there is only a button until the widget opens. */
function isInPlace(written: string): boolean {
  for (const [, name, value = ''] of written.matchAll(attributes))
    if (name?.toLowerCase() === 'mode') return value.replace(/["']/g, '').trim() === 'inline';
  return true;
}

/**
 * Puts the skeleton into each inline `<svc-link>` of a page, or of a part of a page. Use it with a framework whose HTML goes
 * only to the browser's parser. In a bundle for browsers it returns the page unchanged.
 */
export const insertSkeleton = (html: string, options?: SkeletonOptions): string =>
  html.replace(textsAndTags, (found: string, _name: string | undefined, written: string | undefined) =>
    written !== undefined && isInPlace(written) ? found + renderSkeleton(options) : found,
  );
