'use client';
import { createElement } from 'react';
import { renderSkeletonContent, type SkeletonOptions } from 'svc-link/server';

export type SvcLinkSkeletonProps = SkeletonOptions;

/**
 * The first screen of the widget in place, before any script has come: the first child of `<SvcLink>` where a server renders
 * the page. The browser's parser makes a shadow root of it, so for React there is nothing in the browser.
 */
export function SvcLinkSkeleton(props: SvcLinkSkeletonProps) {
  const html = typeof document === 'undefined' && renderSkeletonContent(props);
  if (!html) return null;
  return createElement('template', { shadowrootmode: 'open', dangerouslySetInnerHTML: { __html: html } });
}
