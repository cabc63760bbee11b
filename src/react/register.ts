'use client';
import { SvcLink, register as registerClass } from '#element';

/** Registers the element. A server registers nothing and renders only the tag. */
export const register = (): void => void registerClass(SvcLink);
