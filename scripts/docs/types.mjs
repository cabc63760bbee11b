// Reads the public interface with the type checker: fields, their types as written in the source, and their doc comments.
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: ['src/index.ts'] }, ts.sys, root);
const doors = ['index', 'client/index', 'contract/index', 'testing/index'].map((name) =>
  path.join(root, 'src', `${name}.ts`),
);
const program = ts.createProgram(doors, { ...options, types: [], noEmit: true });
const checker = program.getTypeChecker();
const published = doors.flatMap((file) =>
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))),
);

/** The type that the package exports by this name. */
export function typeNamed(name) {
  const found = published.find((each) => each.name === name);
  if (!found) throw new Error(`The package exports no ${name}.`);
  const isAlias = found.flags & ts.SymbolFlags.Alias;
  return checker.getDeclaredTypeOfSymbol(isAlias ? checker.getAliasedSymbol(found) : found);
}

const onOneLine = (text) => text.replace(/\s*\n\s*/g, ' ').trim();

/** A type as its declaration writes it, or else as the checker prints it, without the `undefined` of an optional field. */
function written(declaration, type, optional) {
  if (declaration?.type) return onOneLine(declaration.type.getText());
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
  const words = checker.typeToString(type, undefined, flags).replace(/\bOpen<.*>/, 'string');
  return optional ? words.replace(/( \| (undefined|null))+$/, '') : words;
}

/** The parameters of a method, as the source writes them. */
const parametersOf = ({ parameters }) => parameters.map((each) => each.getText()).join(', ');

/** The fields and methods of a type. */
export const membersOf = (type) =>
  checker.getPropertiesOfType(type).map((symbol) => {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    const own = checker.getTypeOfSymbol(symbol);
    const isMethod =
      declaration && (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration));
    const optional = Boolean(symbol.flags & ts.SymbolFlags.Optional);
    return {
      name: symbol.name,
      optional,
      type: own,
      words: written(declaration, own, optional),
      call: isMethod ? `${symbol.name}(${onOneLine(parametersOf(declaration))})` : null,
      // Leaves out the reference to the specification, which is for readers of the source.
      text: onOneLine(ts.displayPartsToString(symbol.getDocumentationComment(checker))).replace(
        / \(spec [\d.]+\)/g,
        '',
      ),
    };
  });

export const membersNamed = (name) => membersOf(typeNamed(name));

/** The member with this name. */
export function memberOf(type, name) {
  const found = membersOf(type).find((each) => each.name === name);
  if (!found) throw new Error(`${checker.typeToString(type)} has no ${name}.`);
  return found;
}
