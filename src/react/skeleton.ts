'use client';
import { createElement } from 'react';
import { renderSkeletonContent, type SkeletonOptions } from 'svc-link/server';

export type SvcLinkSkeletonProps = SkeletonOptions;

/**
 * The first screen of the inline widget, shown before any script has loaded. Make it the first child of `<SvcLink>` if a server
 * renders the page. The browser's parser turns it into a shadow root, so in the browser React renders nothing here.
 */
export function SvcLinkSkeleton(props: SvcLinkSkeletonProps) {
  const html = typeof document === 'undefined' && renderSkeletonContent(props);
  if (!html) return null;
  return createElement('template', { shadowrootmode: 'open', dangerouslySetInnerHTML: { __html: html } });
}
