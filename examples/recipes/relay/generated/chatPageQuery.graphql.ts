/**
 * @generated SignedSource<<c1386c0e56294adb98bd67b7adc25556>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { Result } from "relay-runtime";
export type ViewerKind = "API_KEY" | "USER";
export type chatPageQuery$variables = {
  first: number;
};
export type chatPageQuery$data = {
  readonly account: Result<{
    readonly id: string;
    readonly name: string;
  }, unknown>;
  readonly agents: {
    readonly edges: ReadonlyArray<{
      readonly node: {
        readonly id: string;
        readonly model: string | null | undefined;
        readonly name: string;
      };
    }>;
  } | null | undefined;
  readonly viewer: {
    readonly id: string;
    readonly kind: ViewerKind;
    readonly user: {
      readonly id: string;
      readonly identifier: string;
      readonly isManaged: boolean | null | undefined;
    } | null | undefined;
  } | null | undefined;
};
export type chatPageQuery = {
  response: chatPageQuery$data;
  variables: chatPageQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "first"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "concreteType": "Viewer",
  "kind": "LinkedField",
  "name": "viewer",
  "plural": false,
  "selections": [
    (v1/*:: as any*/),
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "kind",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "User",
      "kind": "LinkedField",
      "name": "user",
      "plural": false,
      "selections": [
        (v1/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "identifier",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "isManaged",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "concreteType": "Account",
  "kind": "LinkedField",
  "name": "account",
  "plural": false,
  "selections": [
    (v1/*:: as any*/),
    (v3/*:: as any*/)
  ],
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": [
    {
      "kind": "Variable",
      "name": "first",
      "variableName": "first"
    }
  ],
  "concreteType": "AgentConnection",
  "kind": "LinkedField",
  "name": "agents",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "concreteType": "AgentEdge",
      "kind": "LinkedField",
      "name": "edges",
      "plural": true,
      "selections": [
        {
          "alias": null,
          "args": null,
          "concreteType": "Agent",
          "kind": "LinkedField",
          "name": "node",
          "plural": false,
          "selections": [
            (v1/*:: as any*/),
            (v3/*:: as any*/),
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "model",
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "chatPageQuery",
    "selections": [
      (v2/*:: as any*/),
      {
        "kind": "CatchField",
        "field": (v4/*:: as any*/),
        "to": "RESULT"
      },
      (v5/*:: as any*/)
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "chatPageQuery",
    "selections": [
      (v2/*:: as any*/),
      (v4/*:: as any*/),
      (v5/*:: as any*/)
    ]
  },
  "params": {
    "cacheID": "daba400cc0b45b0c092a8be80bf2fec2",
    "id": null,
    "metadata": {},
    "name": "chatPageQuery",
    "operationKind": "query",
    "text": "query chatPageQuery(\n  $first: Int!\n) {\n  viewer {\n    id\n    kind\n    user {\n      id\n      identifier\n      isManaged\n    }\n  }\n  account {\n    id\n    name\n  }\n  agents(first: $first) {\n    edges {\n      node {\n        id\n        name\n        model\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "a174be4cf9e31d0fd2c1a80c498b353b";

export default node;
