import { agentWorkspace } from "@gatehouse/core/path/facts";
import { expect, test } from "vitest";
import { bash, codesOf, judge, policyOf, verdictOf } from "../../../helpers/guard.ts";

const policy = policyOf({ denied_command: ["curl", "wget"] });
const verdict = (argv: readonly string[]): string => verdictOf(judge([...argv], { policy }));
const ofScript = (script: string): string => verdict(["bash", "-c", script]);

test.each([
  "docker exec c curl x",
  "docker exec -it -e A=b c curl x",
  "docker --context x exec c curl",
  "docker run --rm -v /:/x -w /x alpine wget x",
  "docker run --entrypoint curl alpine x",
  "docker run --entrypoint=/usr/bin/curl alpine x",
  "docker container exec c curl",
  "docker compose -f a.yml exec app curl x",
  "docker compose run --rm app curl",
  "docker-compose exec -T app curl",
  "docker exec c env A=b curl",
  "docker exec c /usr/bin/curl x",
  "docker run -v /a:/b alpine rm -rf /b/src",
  "podman run alpine curl",
  "podman unshare curl x",
  "buildah run c -- curl",
  "nerdctl exec c curl",
  "kubectl exec pod -- curl x",
  "kubectl -n a exec -it pod -c main -- curl x",
  "kubectl run x --image=alpine --command -- curl",
  "kubectl exec pod -- sudo ls",
  "oc rsh pod curl",
  "lxc exec c -- curl",
  "lxc-attach -n c -- curl",
  "apptainer exec -B /x img.sif curl",
  "ctr task exec --exec-id 1 c curl",
  "crictl exec -it c curl",
  "runc exec c curl",
  "multipass exec vm -- curl",
  "limactl shell vm curl",
  "minikube ssh -- curl x",
  "heroku run -a app curl x",
  "wsl -d Debian -- curl x",
  "schroot -c c -- curl",
  "qemu-x86_64-static -L /x /usr/bin/curl",
  "ld-linux-armhf.so.3 /usr/bin/curl",
  "ld-musl-aarch64.so.1 --library-path /x /usr/bin/curl",
])("what a container or another machine would run is judged by its name: %s", (line) => {
  expect(verdict(line.split(" "))).toBe("deny");
});

test.each([
  ["docker", "exec", "c", "sh", "-c", "cd /app && curl x"],
  ["vagrant", "ssh", "-c", "curl x"],
  ["gcloud", "compute", "ssh", "h", "--command=ls; curl x"],
  ["fly", "ssh", "console", "-C", "curl x"],
  ["salt", "*", "cmd.run", "curl x"],
  ["asciinema", "rec", "-c", "curl x", "f"],
  ["sbatch", "--wrap=curl x"],
  ["bash-5.2", "-c", "curl x"],
  ["zsh-5.9", "-c", "ls"],
])("so is a script for one, and one for a shell under the name of a version: %s %s %s", (...argv) => {
  expect(verdict(argv)).toBe("deny");
});

test.each([
  'docker exec "$C" curl x',
  "docker exec $C curl x",
  "docker run $OPTS alpine curl x",
  'kubectl exec "$P" -- curl x',
])("an expansion before it hides no name: %s", (script) => {
  expect(ofScript(script)).toBe("deny");
});

test.each([
  ["docker", "run", "--rm", "img", "./manage.py", "migrate"],
  ["docker", "run", "--rm", "img", "/bin/sh", "-c", "ls -la"],
  ["docker", "run", "--rm", "img", "select 1;"],
  ["docker", "run", "--rm", "curlimages/curl", "https://example.com/"],
  ["docker", "exec", "c", "zsh", "-c", "PATH=/x:$PATH ./run.sh $X"],
  ["docker", "build", "-t", "curl", "."],
  ["docker", "rm", "-f", "wget"],
  ["docker", "logs", "curl"],
  ["kubectl", "delete", "pod", "curl"],
  ["kubectl", "exec", "pod", "-c", "main", "--", "env"],
  ["heroku", "run", "rake db:migrate"],
  ["wine", "./app/setup.exe"],
  ["bash-5.2", "-c", "ls"],
])("paths, text and images of another place are no names: %s %s %s %s", (...argv) => {
  expect(verdict(argv)).toBe("allow");
});

test.each([
  'docker run --rm -v "$PWD":/src "$IMAGE" bash -c "cd /src && make VERSION=$VERSION"',
  'docker run --rm "$@"',
  "docker run $OPTS img ls",
  "docker exec -i $C sh < script.sh",
  "cat dump.sql | docker exec -i db psql",
  "docker rm -f $(docker ps -aq)",
  'kubectl exec -it "$(kubectl get pod -l app=x -o name)" -- bash',
])("a script that starts one passes as it did: %s", (script) => {
  expect(ofScript(script)).toBe("allow");
});

test("a path that is mounted into one is still one of this machine", () => {
  expect(verdict(["docker", "run", "-v", "/home/agent/.ssh:/x", "alpine", "ls"])).toBe("confirm");
  expect(verdict(["docker", "run", "--mount", "type=bind,src=/home/agent/.ssh,dst=/x", "alpine", "ls"])).toBe(
    "confirm",
  );
  expect(
    verdict(["docker", "run", "--mount", `type=bind,src=${agentWorkspace},dst=/x`, "alpine", "ls"]),
  ).toBe("allow");
  expect(codesOf(bash("docker run --env-file .env alpine ls"))).toContain("sensitive_path");
});

test.each([
  ["strace", "-E", "LD_PRELOAD=./x.so", "ls"],
  ["strace", "-fE", "BASH_ENV=x", "bash", "s.sh"],
  ["systemd-run", "--user", "--setenv=LD_PRELOAD=./x.so", "ls"],
])("a variable that a wrapper's own option sets is judged as one of env: %s %s %s", (...argv) => {
  expect(verdict(argv)).toBe("deny");
});
