import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escape } from './html.js';

const languages = { bash, css, dart, javascript, json, kotlin, sql, swift, typescript, xml };
for (const [name, language] of Object.entries(languages)) highlight.registerLanguage(name, language);

/** The names that code blocks have; the others are known by their own aliases. */
const aliases: Record<string, string> = { sh: 'bash', tsx: 'typescript', vue: 'xml', svelte: 'xml' };

/** Code as HTML whose colours are classes; as it is where nobody knows the language. */
export function coloured(code: string, language: string): string {
  const name = aliases[language] ?? language;
  return highlight.getLanguage(name) ? highlight.highlight(code, { language: name }).value : escape(code);
}
