// The names of schemas that belong to one operation only. Programs
// that read the document make a type for each schema with a name.

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const bodyName = (operationId: string): string => `${capital(operationId)}Body`;
export const answerName = (operationId: string): string => `${capital(operationId)}Answer`;
