/** The tables are not those that this version works with, or cannot be made so now. The message says what to do. */
export class TablesRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TablesRefused';
  }
}
