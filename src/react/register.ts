'use client';
import { SvcLink, register as registerClass } from '#element';

/** On a server nothing is registered, and the tag is all that is rendered. */
export const register = (): void => void registerClass(SvcLink);
