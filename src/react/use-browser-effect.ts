'use client';
import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect` does nothing on a server, and React 18 warns about each use there. */
export const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
