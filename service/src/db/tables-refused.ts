/** This version cannot work with the tables as they are, or they cannot be changed now. The message says what to do. */
export class TablesRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TablesRefused';
  }
}
