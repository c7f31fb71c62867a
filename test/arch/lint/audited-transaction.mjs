/**
 * A function that opens a transaction of the ledger writes its audit event inside it. The rule looks at the text of the
 * callback: it must call `appendAudit`, directly or through a helper of the same entity whose name ends in "Audited".
 * It cannot see whether every branch does.
 */
export const auditedTransaction = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      missing: "A transaction that changes something appends its audit event inside the same transaction.",
    },
  },
  create(context) {
    return {
      CallExpression(node) {
        if (node.callee.type !== "Identifier" || node.callee.name !== "withTransaction") return;
        const text = context.sourceCode.getText(node);
        if (/\b(appendAudit|\w+Audited)\s*\(/.test(text)) return;
        if (/unaudited:/.test(text)) return;
        context.report({ node, messageId: "missing" });
      },
    };
  },
};
