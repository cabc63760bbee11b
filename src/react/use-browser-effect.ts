'use client';
import { useEffect, useLayoutEffect } from 'react';

/** Layout effects do nothing on a server, and React 18 says so each time. */
export const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
