// The names of schemas that belong to one operation alone. Programs that read the document make a type of what has a name.

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const bodyName = (operationId: string): string => `${capital(operationId)}Body`;
export const answerName = (operationId: string): string => `${capital(operationId)}Answer`;
