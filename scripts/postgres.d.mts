/** The folder with PostgreSQL's programs; undefined if there is none here. */
export declare function findPostgres(): string | undefined;
/** The program PgBouncer; undefined if there is none here. */
export declare function findPgbouncer(): string | undefined;
/** Who its processes belong to: empty if that is whoever runs this. */
export declare function owner(): { readonly uid?: number; readonly gid?: number };
