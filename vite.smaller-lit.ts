// Lit for the two bundles that we build for browsers, without what no template and no browser of ours needs
// (docs/decisions/0005). Does not change what the widget uses of it: another release of Lit that reads otherwise ends
// the build.
import type { Plugin } from 'vite';

/** What is cut, by file: the text of Lit's own minified release, and what stands in its place. */
const cuts: Readonly<Record<string, readonly (readonly [string | RegExp, string])[]>> = {
  'reactive-element/css-tag.js': [
    // Every browser that we support has style sheets as objects.
    [/=t\.ShadowRoot&&.*?"replace"in CSSStyleSheet\.prototype/, '=!0'],
    // No style sheet of ours has anything put into it.
    [/\(t=>\{if\(!0===t\._\$cssResult\$\).*?page security\."\)\}\)\(s\)/, 's'],
    [/if\(this\._\$cssResult\$=!0,o!==s\)throw Error\(".*?"\);/, 'this._$cssResult$=!0;'],
    // Each is a literal of its module, made once.
    [
      /let t=this\.o;const s=this\.t;.*?return t\}/,
      'return this.o||(this.o=new CSSStyleSheet).replaceSync(this.cssText),this.o}',
    ],
    ['t instanceof CSSStyleSheet?t:t.styleSheet', 't.styleSheet'],
  ],
  'reactive-element/reactive-element.js': [
    [',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
    // Decorators.
    ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
    [/const t=this\[Symbol\.metadata\];.*?(?=this\._\$Eh=new)/, ''],
    [/static addInitializer\(t\)\{.*?\}(?=static)/, ''],
    ['void 0!==t.l&&(this.l=[...t.l]),', ''],
    [',this.constructor.l?.forEach(t=>t(this))', ''],
    // Properties that have no attribute say so.
    ['s.state&&(s.attribute=!1),', ''],
    ['removeController(t){this._$EO?.delete(t)}', ''],
    // The styles of a class are a list of style sheets.
    ['else void 0!==s&&i.push(t(s))', ''],
    // Attributes of objects and arrays: ours have converters.
    ['case Object:case Array:t=null==t?t:JSON.stringify(t)', ''],
    [/case Object:case Array:try\{.*?\}catch\(t\)\{i=null\}/, ''],
  ],
  'lit-html/lit-html.js': [
    ['B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3");', ''],
    // Templates of SVG and MathML by themselves.
    ['2===i?"<svg>":3===i?"<math>":""', '""'],
    ['+(2===i?"</svg>":3===i?"</math>":"")', ''],
    [/,2===i\|\|3===i\)\{.*?\}(?=for\(;null!==)/, ');'],
    ['if(this.el=S', '(this.el=S'],
    // Directives and what is bound to an element as a whole.
    [/(?<=function M\(t,i,s=t,e\)\{).*?(?=\}class R)/, 'return i'],
    [/1===r\.type\?(i=new r\.ctor\(.*?\)):6===r\.type&&\(i=new Z\(h,this,t\)\)/, '$1'],
    ['this._$AP?.(!1,!0,s);', ';'],
    [',this._$AP?.(t)', ''],
    [/else t\.startsWith\(o\)&&.*?(?=if\(y\.test)/, ''],
    // Listeners that are objects, or have options.
    ['||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive', ''],
    [/"function"==typeof this\._\$AH\?(this\._\$AH\.call\(.*?\)):this\._\$AH\.handleEvent\(t\)/, '$1'],
    // Templates that were compiled ahead.
    [/"number"==typeof s\?(this\._\$AC\(t\)):\(.*?,s\)(?=;)/, '$1'],
    // What is bound inside a comment, a script, a style, a title or a text area.
    [/else\{let t=-1;.*?o\.length-1\}(?=l\+\+)/, ''],
    [/if\(y\.test\(r\.tagName\)\)\{.*?\}\}(?=\}else if\(8===)/, ''],
  ],
  'lit-element/lit-element.js': [
    [/,s\.litElementHydrateSupport.*?o\?\.\(\{LitElement:i\}\)/, ''],
    ['(s.litElementVersions??=[]).push("4.2.2");', ''],
  ],
};

export const smallerLit: Plugin = {
  name: 'smaller-lit',
  transform: {
    filter: { id: /\/node_modules\/(@lit|lit-html|lit-element)\// },
    handler(code, id) {
      const found = Object.entries(cuts).find(([file]) => id.endsWith(file));
      const less = found?.[1].reduce((left, [part, instead]) => {
        const kept = left.replace(part, instead);
        if (kept === left) this.error(`nothing to cut out of ${id}: ${part}`);
        return kept;
      }, code);
      return less && { code: less, map: null };
    },
  },
};

/** Lit's own private names, which nobody else reads: shorter ones do as well. */
export const privateOfLit = /^_\$/;
